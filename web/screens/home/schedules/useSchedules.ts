import { useQuery } from '@tanstack/react-query'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import type { ListedRule } from './schedule.ts'

/** All rules of the programmable firewall. They change at the minute, and each change is an event. */
export const usePfwRules = () => useQuery(query(pfw.rules))

/** A change of rules or personas. `onDone` is called when they have been loaded again. */
export const useRuleChange = changesOf(pfw.rules, parental.personas, parental.usage)

/** The deletion of a rule on its page. */
export const ruleDeletion = ({ Id: id, Name: name }: ListedRule) => ({
  name,
  changes: pfw.remove,
  remove: () => call(pfw.remove, { params: { id } }),
})

/** The time zone of the router, which its times of day are in; undefined, for that of the browser, until it is loaded. */
export const useZone = (): string | undefined => useQuery(query(time.zone)).data?.TimeZone
