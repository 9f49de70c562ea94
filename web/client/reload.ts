const KEY = 'sallyport.reloaded'
/** Within this time the page is not loaded a second time: it would fail again, and again. */
const PAUSE_MS = 60_000

interface Page {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly now: () => number
  readonly reload: () => void
}

/**
 * Loads the page again when its first files could not be loaded: after an update of the router they have other names. At most
 * once a minute for each tab.
 */
export const openReload =
  ({ storage, now, reload }: Page) =>
  (): void => {
    if (Math.abs(now() - Number(storage.getItem(KEY))) < PAUSE_MS) return
    storage.setItem(KEY, String(now()))
    reload()
  }
