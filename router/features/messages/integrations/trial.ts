import type { IntegrationTest } from '../../../model/messages/integrations/contract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { capitalized } from '../../../values/capitalized.ts'
import { connectFailureOf } from './failure.ts'
import type { Server } from './target.ts'

/** The result of a test: `work` connects to the server and sends a message. */
export async function tryServer(server: Server, work: () => Promise<void>): Promise<IntegrationTest> {
  try {
    await work()
    const message = phrase('messages.testAccepted', server.Host, server.Port)
    return { Ok: true, Field: '', Message: String(message), Coded: message.toJSON() }
  } catch (error) {
    const { field, phrase: reason } = connectFailureOf(error, server)
    const Message = `${capitalized(String(reason))}.`
    return { Ok: false, Field: field, Message, Coded: reason.toJSON() }
  }
}
