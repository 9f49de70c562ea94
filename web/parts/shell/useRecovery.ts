import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { servedApp } from '../../client/servedApp.ts'

/** Interval of requests to a router that does not respond. */
const LOOK_MS = 3000

/**
 * Recovers from a screen that could not be loaded. After an update of the router its files have other names, so the page is
 * reloaded once. When the router responds again, the screen is loaded again.
 */
export function useRecovery() {
  const router = useRouter()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async (wasAway: boolean) => {
      const where = await servedApp()
      if (isOver) return
      if (where === 'replaced') return window.location.reload()
      if (where === 'same' && wasAway) return void router.invalidate()
      setAway(where === 'away')
      if (where === 'away') timer = setTimeout(look, LOOK_MS, true)
    }
    void look(false)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [router])
  return {
    isAway,
    retry: async () => {
      if ((await servedApp()) === 'away') setAway(true)
      else window.location.reload()
    },
  }
}
