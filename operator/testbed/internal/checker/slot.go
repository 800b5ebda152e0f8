package checker

import "strconv"

// slotCount is the number of slots of every cluster.
const slotCount = 16384

// slotOf is the slot of a hash tag: CRC-16/XMODEM modulo the number of slots, as the cluster specification has it.
func slotOf(tag string) int {
	crc := uint16(0)
	for i := range len(tag) {
		crc ^= uint16(tag[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int(crc % slotCount)
}

// slotTags gives each slot the shortest decimal number that hashes to it, to be the hash tag of its keys.
func slotTags() []string {
	tags := make([]string, slotCount)
	for number, missing := 0, slotCount; missing > 0; number++ {
		tag := strconv.Itoa(number)
		if slot := slotOf(tag); tags[slot] == "" {
			tags[slot] = tag
			missing--
		}
	}
	return tags
}
