import type { MonotonicClock } from '../../router/machine/machine.ts'

/** A step of a virtual machine may take a minute under emulation. */
const SILENCE_MS = 20_000

/** The progress of a start. */
export interface Progress extends Disposable {
  print(line: string): void
}

/** Prints lines. Until it is disposed of, also how long the start has taken and the last line, after each 20 s without a line. */
export function openProgress(clock: MonotonicClock, say: (line: string) => void): Progress {
  const began = clock.monotonic()
  let step = ''
  let silence: Disposable | undefined = wait()

  function wait(): Disposable {
    return clock.after(SILENCE_MS, () => {
      const seconds = Math.round((clock.monotonic() - began) / 1000)
      say(`still starting (${seconds} s)${step && `: ${step}`}`)
      silence = wait()
    })
  }

  return {
    print(line) {
      say(line)
      step = line
      if (!silence) return
      silence[Symbol.dispose]()
      silence = wait()
    },
    [Symbol.dispose]() {
      silence?.[Symbol.dispose]()
      silence = undefined
    },
  }
}
