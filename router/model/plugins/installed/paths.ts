/** Plugins name files as `/state/…` and `/configs/…`; both are directories in the data directory. */
export const inData = (data: string, path: string): string => `${data}${path}`

/** The directory of the plugin's socket, which its containers see. */
export const socketDirectory = (name: string): string => `/state/plugins/${name}`

/** The compose files that superd runs. */
export const ALLOWED_FILE = '/state/plugins/superd/allowed.json'
