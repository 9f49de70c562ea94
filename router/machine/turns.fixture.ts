/**
 * The most calls of `counted` between two turns of the event loop while `work` runs: how much is done at a time, by counting
 * instead of by the clock.
 */
export async function mostInOneTurn(work: (counted: () => void) => Promise<unknown>): Promise<number> {
  let most = 0
  let now = 0
  let isDone = false
  const turn = (): void => {
    now = 0
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work(() => {
    most = Math.max(most, ++now)
  })
  isDone = true
  return most
}
