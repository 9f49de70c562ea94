import { useQuery } from '@tanstack/react-query'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { ppp } from '../../../../router/model/internet/ppp/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { orNone } from '../connection/orNone.ts'
import { TO_CONFIRM, useGuarded } from '../links/useGuarded.ts'
import { type PppoeFields, requestOfPppoe } from './pppoe.ts'

/** The state changes without an event. */
const LOOK_AGAIN_MS = 3000

/** The PPPoE session of a port, its state, and changes. `settings.data` is null for a port without one. */
export function usePppoe(Iface: string) {
  const settings = useQuery({
    queryKey: keyOf(ppp.list),
    queryFn: () => orNone(call(ppp.list)),
    select: (all) => all?.PPPs.find((one) => one.Iface === Iface) ?? null,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const status = useQuery({
    ...query(ppp.status),
    select: (all) => all.find((one) => one.Iface === Iface),
    enabled: Boolean(settings.data),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const save = useGuarded(async (fields: PppoeFields) => {
    await call(ppp.configure, { query: TO_CONFIRM, body: requestOfPppoe(Iface, fields) })
    await settings.refetch()
  })
  const end = useGuarded(async () => {
    await call(links.configure, { query: TO_CONFIRM, body: { Name: Iface, Type: 'Uplink' } })
    await settings.refetch()
  })
  return { settings, status, save, end }
}
