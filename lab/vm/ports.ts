/** The ports of a virtual machine with a home: its router's console, its control socket, and the channel to its starter. */
export const PORTS = { console: 8000, control: 8001, channel: 8002 } as const

/** The line that the guest prints when its kernel has started. */
export const BOOTED = 'sallyport: the kernel has started'

/** The line that the guest prints when these ports answer. */
export const LISTENING = 'sallyport: the virtual machine answers'
