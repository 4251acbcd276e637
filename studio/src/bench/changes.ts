// A new layout as many small changes, so that the cursor, folds and marks stay where they are.

export interface Change {
  from: number
  to: number
  insert: string
}

const BLANK = /\s/

/** The changes that turn one text into another; where both differ by blanks only, nothing but blanks changes. */
export function layoutChanges(before: string, after: string, offset = 0): Change[] {
  const found: Change[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    let i2 = i
    let j2 = j
    while (i2 < before.length && BLANK.test(before[i2]!)) i2++
    while (j2 < after.length && BLANK.test(after[j2]!)) j2++
    const blanks = after.slice(j, j2)
    if (before.slice(i, i2) !== blanks) found.push({ from: offset + i, to: offset + i2, insert: blanks })
    i = i2
    j = j2
    if (i === before.length && j === after.length) break
    if (before[i] !== after[j]) {
      // More than the layout differs: the rest is one change.
      found.push({ from: offset + i, to: offset + before.length, insert: after.slice(j) })
      break
    }
    i++
    j++
  }
  return found
}
