import type { MonotonicClock } from '../../router/machine/machine.ts'

/** A step of a virtual machine may take a minute under emulation. */
const SILENCE_MS = 20_000

/** The progress of a start. */
export interface Progress extends Disposable {
  print(line: string): void
}

interface Options {
  /** Print each line with the seconds since the start. */
  readonly isTimed?: boolean
}

/** Prints lines. Until it is disposed of, also how long the start has taken and the last line, after each 20 s without a line. */
export function openProgress(
  clock: MonotonicClock,
  say: (line: string) => void,
  { isTimed = false }: Options = {},
): Progress {
  const began = clock.monotonic()
  let step = ''
  let silence: Disposable | undefined = wait()

  const seconds = (): number => Math.round((clock.monotonic() - began) / 1000)

  function wait(): Disposable {
    return clock.after(SILENCE_MS, () => {
      say(`still starting (${seconds()} s)${step && `: ${step}`}`)
      silence = wait()
    })
  }

  return {
    print(line) {
      say(isTimed && silence ? `${String(seconds()).padStart(3)} s  ${line}` : line)
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
