/** Whether the visitor has asked not to be followed, in either of the two ways that browsers have. */
export const asksForPrivacy = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
