import { useQuery } from '@tanstack/react-query'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { query } from '../../../client/query.ts'

/** The time zone of the router, which its times of day are in; undefined, for that of the browser, until it is loaded. */
export const useZone = (): string | undefined => useQuery(query(time.zone)).data?.TimeZone
