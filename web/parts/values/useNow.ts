import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const one of listeners) one()
    }, 1000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The begin of the present minute in milliseconds. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => now - (now % 60_000))

/** The time of this device in milliseconds, updated each second while a component uses it. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
