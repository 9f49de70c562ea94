import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'

export const base = '/plugins/dns/block'

export const ipOf = async (device: HouseholdDevice): Promise<string> => (await device.address()) ?? ''

/** Adds an override, to the list with this name. */
export const override = (router: Router, entry: object, list = ''): Promise<unknown> =>
  router.api(`${base}/override${list && `/${list}`}`, entry)

export const removeOverride = (router: Router, entry: object): Promise<unknown> =>
  router.api(`${base}/override`, entry, 'DELETE')
