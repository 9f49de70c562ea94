const isSheet = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet'

const failed = new Set<HTMLLinkElement>()
document.addEventListener('error', ({ target }) => isSheet(target) && failed.add(target), true)

/** Fetches failed style sheets again: Vite's loader requests each one only once. */
export const mendSheets = async (): Promise<void> => {
  const old = [...failed]
  failed.clear()
  await Promise.all(old.map(fetchAgain))
}

const fetchAgain = (old: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = old.cloneNode() as HTMLLinkElement
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${link.href} could not be fetched`))
    old.replaceWith(link)
  })
