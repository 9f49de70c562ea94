/** Set to `off` by the visitor: nothing is reported from this browser. */
const KEY = 'sallyport.reports'

/** Whether the visitor has turned reports off on this site. */
export const hasTurnedOff = (): boolean => localStorage?.getItem(KEY) === 'off'

/** Turns reports from this browser off, or on again. Without storage nothing is kept. */
export function turnReports(isOn: boolean): void {
  if (isOn) localStorage?.removeItem(KEY)
  else localStorage?.setItem(KEY, 'off')
}

/** Whether the browser sends Do Not Track or Global Privacy Control. */
export const asksNotToTrack = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether nothing may be reported from this browser. */
export const asksForPrivacy = (): boolean => asksNotToTrack() || hasTurnedOff()
