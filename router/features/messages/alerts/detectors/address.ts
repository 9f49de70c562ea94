/** The address in `192.168.2.6:51544`, the format of sign-in events; other texts are returned unchanged. */
export const addressOfPeer = (peer: string): string => /^(.*\.\d+):\d+$/.exec(peer)?.[1] ?? peer
