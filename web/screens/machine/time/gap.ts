/** How far the router's clock is from this device's. */
export interface Gap {
  /** Positive when the router's is ahead. */
  readonly seconds: number
  /** Within the accuracy of a reply in whole seconds and its delay. */
  readonly isSame: boolean
}

/** `unix`: the router's time in seconds; `sentAt` and `receivedAt`: this device's time in milliseconds. */
export function gapOf(unix: number, sentAt: number, receivedAt: number): Gap {
  // The router truncates to whole seconds: on average its reply is half a second old.
  const seconds = unix + 0.5 - (sentAt + receivedAt) / 2000
  return { seconds, isSame: Math.abs(seconds) < 1.5 + (receivedAt - sentAt) / 2000 }
}
