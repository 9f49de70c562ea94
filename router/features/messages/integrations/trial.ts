import type { IntegrationTest } from '../../../model/messages/integrations/contract.ts'
import { connectFailureOf } from './failure.ts'
import type { Server } from './target.ts'

/** The result of a test: `work` connects to the server and sends a message. */
export async function tryServer(server: Server, work: () => Promise<void>): Promise<IntegrationTest> {
  try {
    await work()
    return { Ok: true, Field: '', Message: `The server at ${server.Host}, port ${server.Port}, accepted a message.` }
  } catch (error) {
    const { field, message } = connectFailureOf(error, server)
    return { Ok: false, Field: field, Message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.` }
  }
}
