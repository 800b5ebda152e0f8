package status

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

const (
	// lossKept is how long a loss is told unless it is acknowledged.
	lossKept = 24 * time.Hour
	// maxLosses are told at a time, the latest ones.
	maxLosses = 16
	// maxLossSlots bounds the slots of one loss, in bytes, so that all fit.
	maxLossSlots = 1024

	lossSeparator = "; "
	lossAt        = " at "
)

// toldLoss is one loss as the message has it.
type toldLoss struct {
	text string
	time time.Time
}

// dataLoss is True while a loss is neither acknowledged nor a day old, and not
// listed otherwise. The message is the only place that remembers a loss: the
// shard has recovered long before anybody looks.
func dataLoss(seen Seen) condition {
	losses := formerLosses(seen.Cluster.Status.Conditions)
	for _, loss := range seen.Losses {
		if told := tell(loss); !slices.ContainsFunc(losses, told.again) {
			losses = append(losses, told)
		}
	}
	losses = slices.DeleteFunc(losses, func(l toldLoss) bool {
		return !seen.LossesAcknowledged.Before(l.time) || seen.Now.Sub(l.time) >= lossKept
	})
	if len(losses) == 0 {
		return absent(v1alpha1.ConditionDataLoss)
	}
	slices.SortFunc(losses, func(a, b toldLoss) int {
		return cmp.Or(a.time.Compare(b.time), cmp.Compare(a.text, b.text))
	})
	losses = slices.CompactFunc(losses, func(a, b toldLoss) bool { return a.text == b.text })
	var said []string
	for _, loss := range losses[max(0, len(losses)-maxLosses):] {
		said = append(said, loss.text)
	}
	return condition{
		kind: v1alpha1.ConditionDataLoss, status: metav1.ConditionTrue,
		reason: ReasonDataLoss, message: strings.Join(said, lossSeparator),
	}
}

// sameLoss is for how long the same slots are the same loss: the plan tells it
// when the servers forget the dead owner, and again when the slots start empty.
const sameLoss = 10 * time.Minute

// again reports whether the other one tells of the same loss.
func (l toldLoss) again(other toldLoss) bool {
	return l.time.Sub(other.time).Abs() < sameLoss && l.slots() == other.slots()
}

func (l toldLoss) slots() string {
	_, slots, _ := strings.Cut(l.text, " (")
	slots, _, _ = strings.Cut(slots, ")")
	return slots
}

func tell(l Loss) toldLoss {
	at := l.Time.UTC().Truncate(time.Second)
	ranges := l.Slots.String()
	if len(ranges) > maxLossSlots {
		ranges = ranges[:strings.LastIndexByte(ranges[:maxLossSlots], ' ')] + " ..."
	}
	of := fmt.Sprintf("shard %d", l.Shard)
	if l.Shard < 0 {
		of = "a shard"
	}
	text := fmt.Sprintf("%s lost the data of %d slots (%s)", of, l.Slots.Len(), ranges)
	return toldLoss{text: text + lossAt + at.Format(time.RFC3339), time: at}
}

// formerLosses reads the message back. An entry that cannot be read is as old as
// the condition.
func formerLosses(former []metav1.Condition) []toldLoss {
	var losses []toldLoss
	for _, c := range former {
		if c.Type != v1alpha1.ConditionDataLoss {
			continue
		}
		for _, text := range LossTexts(c) {
			loss := toldLoss{text: text, time: c.LastTransitionTime.Time}
			if at, err := time.Parse(time.RFC3339, text[strings.LastIndexByte(text, ' ')+1:]); err == nil {
				loss.time = at
			}
			losses = append(losses, loss)
		}
	}
	return losses
}

// LossTexts returns what a condition DataLoss says of each loss; nothing if it is
// not True.
func LossTexts(c metav1.Condition) []string {
	if c.Status != metav1.ConditionTrue {
		return nil
	}
	return strings.Split(c.Message, lossSeparator)
}
