import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in a page as the build renders it, true as soon as its scripts run. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
