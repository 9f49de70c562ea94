import type { RunStart } from '../../../../router/model/messages/automations/automation.ts'
import { runStarts } from '../../../texts/messages/automations/starts.ts'

/** What has started a run: the topic of an event, or a time. */
export const startWords = ({ Kind, Name }: RunStart): string =>
  Kind === 'topic' ? Name : Kind === 'at' ? runStarts.at(Name) : runStarts.every(Number(Name))
