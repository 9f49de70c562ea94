import { useSyncExternalStore } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { cache, live } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { openFeed } from './feed.ts'
import type { Question } from './question.ts'

const feed = openFeed(live.onEvent, () => cache.invalidateQueries({ queryKey: keyOf(dnsLog.queries) }))

/** DNS queries since the screen was opened, newest first. */
export const useFeed = (): readonly Question[] => useSyncExternalStore(feed.subscribe, feed.questions)
