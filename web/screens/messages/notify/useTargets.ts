import { useQuery } from '@tanstack/react-query'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { withTranslation } from '../../../parts/forms/tested.ts'

/** Where alerts are sent. */
export const useTargets = () => useQuery(query(notify.list))

/** The push key, and the time zone of quiet hours. */
export const useNotifySettings = () => useQuery(query(notify.settings))

/** A change or a test of destinations, after which they are loaded again, also when it failed: a test leaves its result. */
export const useTargetChange = changesOf(notify.list)

/** Sends a test to a saved destination. */
export const testTarget = async (id: string) => withTranslation(await call(notify.test, { params: { id } }))
