/** Resolves in a new task: the page handles input before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
