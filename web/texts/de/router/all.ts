import { openMessageTranslator } from '../../../client/messages.ts'
import { accessMessages } from './access.ts'
import { commonMessages } from './common.ts'
import { connectionMessages } from './connections.ts'
import { devicesMessages } from './devices.ts'
import { dnsMessages } from './dns.ts'
import { explanationMessages, policyTitles } from './explanations.ts'
import { machineMessages } from './machine.ts'
import { networkMessages } from './network.ts'
import { messageParts } from './parts.ts'
import { serversMessages } from './servers.ts'
import { systemMessages } from './system.ts'

/** Every message that the router can answer a call with, in German. */
export const messages = {
  ...accessMessages,
  ...commonMessages,
  ...connectionMessages,
  ...devicesMessages,
  ...dnsMessages,
  ...explanationMessages,
  ...machineMessages,
  ...networkMessages,
  ...messageParts,
  ...policyTitles,
  ...serversMessages,
  ...systemMessages,
}

export const translate = openMessageTranslator(messages, ', oder ', policyTitles)
