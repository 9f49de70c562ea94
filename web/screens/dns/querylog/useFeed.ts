import { useSyncExternalStore } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { live } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { openFeed } from './feed.ts'
import type { LoggedQuestion } from './question.ts'

const feed = openFeed(live.onEvent, () => readAgain(dnsLog.queries))

/** DNS queries since the screen was opened, newest first. */
export const useFeed = (): readonly LoggedQuestion[] => useSyncExternalStore(feed.subscribe, feed.questions)
