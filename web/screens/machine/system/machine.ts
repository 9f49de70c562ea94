import { queryOptions } from '@tanstack/react-query'
import { info } from '../../../../router/model/machine/info/contract.ts'
import { Uptime } from '../../../../router/model/machine/info/uptime.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { decimalOf } from '../../../parts/values/amount.ts'

export interface Running {
  readonly since: Date
  readonly load1: string
  readonly load15: string
}

const read = async (name: 'uptime' | 'hostname') => await call(info.read, { params: { name } })
const keyFor = (name: string) => keyOf(info.read, { params: { name } })

/** Since when the machine has been up, and how busy it is: how many programs want a core at the same time. */
export const uptime = queryOptions({
  queryKey: keyFor('uptime'),
  queryFn: async () => Uptime.parse(await read('uptime')),
  select: ({ uptime_total_seconds, load_1m, load_15m }): Running => ({
    since: new Date(Date.now() - uptime_total_seconds * 1000),
    load1: decimalOf(load_1m, 2),
    load15: decimalOf(load_15m, 2),
  }),
})

export const hostname = queryOptions({
  queryKey: keyFor('hostname'),
  queryFn: async () => String(await read('hostname')),
})
