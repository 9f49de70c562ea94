import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { servedApp } from '../../client/servedApp.ts'

/** How often it is looked whether a router that does not answer is there again. */
const LOOK_MS = 3000

/**
 * What to do where a screen should be that could not be shown. After an update of the router its files have other names: the
 * page is loaded anew, once, since then it is the new one. When a router that did not answer is there again, the screen is
 * fetched again by itself.
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
