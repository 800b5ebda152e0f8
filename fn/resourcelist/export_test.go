package resourcelist

// CanSplice says whether Write keeps the layout of the input for the changes made so far.
func (rl *ResourceList) CanSplice() bool {
	_, ok, err := rl.splice()
	return ok && err == nil
}

// SharesAnchors says whether an item uses an anchor defined elsewhere, so that changing one may change another's text.
func (rl *ResourceList) SharesAnchors() bool { return len(rl.references().users) > 0 }
