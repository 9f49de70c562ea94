import { createContext, use } from 'react'
import type { ShownDevice } from './entry.ts'

interface DevicePage {
  readonly entry: ShownDevice
  readonly all: readonly ShownDevice[]
}

/** The device of the open page, for its tabs. */
export const PageContext = createContext<DevicePage | undefined>(undefined)

export function useDevicePage(): DevicePage {
  const page = use(PageContext)
  if (!page) throw new Error('a tab of a device is used outside its page')
  return page
}
