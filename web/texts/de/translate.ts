import type { MessageJson } from '../../client/messages.ts'

/** A message of the router in the language of the app. The translations are loaded with the first message; if that fails, it stays in English. */
export const translateMessage = async (message: string, coded?: MessageJson): Promise<string> => {
  const all = await import('./router/all.ts').catch(() => undefined)
  return all ? all.translate(message, coded) : message
}
