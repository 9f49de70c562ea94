/** Resolves in a task of its own: the page takes input before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
