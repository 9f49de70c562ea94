import { createContext, use } from 'react'
import type { Entry } from './entry.ts'

interface DevicePage {
  readonly entry: Entry
  readonly all: readonly Entry[]
}

/** The device of the open page, for its tabs. */
export const PageContext = createContext<DevicePage | undefined>(undefined)

export function useDevicePage(): DevicePage {
  const page = use(PageContext)
  if (!page) throw new Error('a tab of a device is used outside its page')
  return page
}
