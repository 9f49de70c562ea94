/** The name of the router in the wifi network for the setup. On its own: the threads of the resolver load it, and no schemas. */
export const SETUP_NAME = 'spr.setup'
