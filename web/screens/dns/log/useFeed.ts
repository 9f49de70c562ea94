import { useSyncExternalStore } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { live, queryClient } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { openFeed } from './feed.ts'
import type { LoggedQuestion } from './question.ts'

const feed = openFeed(live.onEvent, () => queryClient.invalidateQueries({ queryKey: keyOf(dnsLog.queries) }))

/** DNS queries since the screen was opened, newest first. */
export const useFeed = (): readonly LoggedQuestion[] => useSyncExternalStore(feed.subscribe, feed.questions)
