import type { authorityTexts as english } from '../authority.ts'

/** German texts of the field for a certificate authority. */
export const authorityTexts: typeof english = {
  label: 'Zertifizierungsstelle',
  hint: 'PEM-Text. Nur für einen Server, dessen Zertifikat keine öffentliche Stelle unterschrieben hat.',
}
