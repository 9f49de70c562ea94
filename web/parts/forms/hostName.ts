/**
 * The domain name in a pasted text: `https://user@www.example.org:8443/path` becomes `www.example.org`. Anything that is not a
 * URL is returned without spaces around it; so are `*.example.org` and `192.168.2.0/24`.
 */
export function hostName(text: string): string {
  const trimmed = text.trim()
  if (/^[\d.]+\/\d+$/.test(trimmed)) return trimmed
  if (!/^[a-z][a-z0-9+.-]*:\/\/|^(?:\/\/)?[^\s/?#]+\.[^\s/?#]+[/?#]/i.test(trimmed)) return trimmed
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`)
  return url?.hostname.replace(/\.$/, '') || trimmed
}
