/** How far the router's clock is from this device's. */
export interface Gap {
  /** Positive when the router's is ahead. */
  readonly seconds: number
  /** As far as can be told from an answer in whole seconds that took a while. */
  readonly isSame: boolean
}

/** `unix` is what the router said, in seconds; `asked` and `heard` are this device's milliseconds before and after. */
export function gapOf(unix: number, asked: number, heard: number): Gap {
  // A second that has begun is told as if it were now: on average the answer is half a second old.
  const seconds = unix + 0.5 - (asked + heard) / 2000
  return { seconds, isSame: Math.abs(seconds) < 1.5 + (heard - asked) / 2000 }
}
