/** All pages that such documentation may have, below `/pages`; many are not written yet. */
const below = (folder: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}`)

/** Boards with a Rockchip processor. */
export const BOARDS = `
  firefly-rk3399 firefly-rk3588s khadas-edge khadas-edge2 nanopc-t4 nanopc-t6 nanopi-m4 nanopi-m6 nanopi-r2c nanopi-r2s
  nanopi-r3s nanopi-r4s nanopi-r5c nanopi-r5s nanopi-r6c nanopi-r6s orangepi-3b orangepi-4 orangepi-5 orangepi-5-plus
  orangepi-r1-plus quartz64-a quartz64-b rock-3a rock-4b rock-4c rock-5a rock-5b rockpro64 station-m2
`
  .trim()
  .split(/\s+/)

export const DOCS = [
  ...below('docs', 'contact faq intro'),
  ...below('docs/development', 'extension-dev overview plugin-dev'),
  ...below('docs/development/apis', 'overview p_webapi_authentication ssl_support'),
  ...below('docs/development/contribute', 'docker-dev testing ui-dev'),
  ...below(
    'docs/development/services',
    `base db dhcp dhcp_client dns dyndns extensions multicast_proxy packet_logs plugin_lookup ppp sprbus superd vpn
     wifi_uplink wifid`,
  ),
  ...below('docs/guides', 'alerts device dns firewall links logs overview plugins troubleshooting updating wifi'),
  ...below('docs/guides/guides_plus', 'mesh mitmproxy pfw plus sitevpn'),
  ...below('docs/guides/virtual', 'setup setup_amazon_aws setup_digitalocean setup_google_cloud setup_one_click'),
  ...below(
    'docs/knowledgebase',
    `firewalla-glinet-bark-circle groups macstealer pihole-technitium-adguard ppsk-wpa3-wifi-security vpn wireless`,
  ),
  ...below('docs/security', 'secure-wifi-router secure-wifi-router-design secure-wifi-router-features'),
  ...below('docs/setup_guides', 'install pi4b setup_run_spr virtual_spr'),
]

export const ARTICLES = [
  ...below(
    'articles/hardware',
    `banana-pi-r3 banana-pi-r4 clearfog pi4-starter-kit pi5-hat raspberry-pi-4 raspberry-pi-5 rockchip wifi6-router-pod`,
  ),
  ...below('articles/integrations', 'dyndns spr-mitmproxy spr-tailscale spr-wireshark wireguard'),
  ...BOARDS.map((board) => `articles/rockchip/${board}-wifi-vpn-router-spr`),
]

/** The heading of the page at a path. */
export const titleOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .join(' ')
    .replaceAll(/[-_]/g, ' ')
    .replace(/^./, (letter) => letter.toUpperCase())
