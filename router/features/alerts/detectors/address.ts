/** The address in `192.168.2.6:51544`, as sign-in events have it; any other text as it is. */
export const addressOf = (peer: string): string => /^(.*\.\d+):\d+$/.exec(peer)?.[1] ?? peer
