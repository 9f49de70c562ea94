import type { MessageJson } from '../client/messages.ts'

/** A message of the router in the language of the app: it is in English. */
export const translateMessage = async (message: string, _coded?: MessageJson): Promise<string> => message
