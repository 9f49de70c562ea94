import { createHistogram } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the daemon before its own modules (`--import`): measures the processor time of each turn of its event loop, which
 * never waits for that. At SIGUSR2 it prints the longest turn since the last signal and the one that 99.9 % are below.
 */
if (isMainThread) {
  const turns = createHistogram()
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage()
    turns.record(Math.max(1, user + system - before.user - before.system))
    before = { user, system }
    setImmediate(turn).unref()
  }
  turn()
  process.on('SIGUSR2', () => {
    const [longestMs, p999Ms] = [turns.max / 1000, turns.percentile(99.9) / 1000]
    console.log(`turns: ${JSON.stringify({ longestMs, p999Ms })}`)
    turns.reset()
  })
}
