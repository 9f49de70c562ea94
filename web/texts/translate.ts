/** A message of the router in the language of the app: it is in English. */
export const translateMessage = async (message: string): Promise<string> => message
