import { SECRETS } from '../model/messages/notify/target.ts'
import type { Facts } from './facts.ts'
import type { Vault } from './vault.ts'

/** Saved secrets that this vault cannot open, in an owner's words: its key is not the one that they were sealed with. */
export function lostSecrets(facts: Facts, vault: Vault): string[] {
  const isLost = (sealed: string | undefined): boolean => {
    if (!sealed) return false
    try {
      vault.open(sealed)
      return false
    } catch {
      return true
    }
  }
  const tls = facts.setting('tls')
  const dyndns = facts.setting('dyndns')
  return [
    ...[...facts.tokens.values()]
      .filter(({ Sealed }) => isLost(Sealed))
      .map(({ Name }) => `the value of the token ${JSON.stringify(Name)}`),
    ...[...facts.otpUsers.values()]
      .filter(({ Sealed }) => isLost(Sealed))
      .map(({ Name }) => `the one-time code of ${Name}`),
    ...(isLost(facts.setting('otp').SigningSecret) ? ['what proofs of one-time codes are signed with'] : []),
    ...(isLost(tls?.authority.key) || isLost(tls?.server.key) ? ['the keys of the HTTPS certificate'] : []),
    ...(isLost(facts.setting('vpn').PrivateKey) ||
    [...facts.peers.values()].some((peer) => isLost(peer.PresharedKey)) ||
    [...facts.tunnels.values()].some(({ PrivateKey, Peer }) => isLost(PrivateKey) || isLost(Peer.PresharedKey)) ||
    [...facts.sites.values()].some(({ PrivateKey, Secret, Peer }) => [PrivateKey, Secret, Peer?.Secret].some(isLost))
      ? ['the keys of the VPN']
      : []),
    ...(isLost(dyndns.SealedPassword) || isLost(dyndns.SealedLoginToken)
      ? ['the password or token of dynamic DNS']
      : []),
    ...(isLost(facts.setting('mqtt').SealedPassword) ? ['the password for MQTT'] : []),
    ...(isLost(facts.setting('nats').SealedPassword) || isLost(facts.setting('nats').SealedToken)
      ? ['the password or token for NATS']
      : []),
    ...[...facts.notifyTargets.values()].flatMap(({ Name, Way: { Kind, Settings } }) => {
      const field = SECRETS[Kind]?.field
      const sealed = field && (Settings as Record<string, unknown>)[field]
      return isLost(sealed as string | undefined) ? [`the secret of the alert target ${JSON.stringify(Name)}`] : []
    }),
    ...(isLost(facts.setting('vapid')?.PrivateKey) ? ['the key of Web Push: browsers have to be added again'] : []),
    ...(isLost(facts.setting('plus').SealedToken) ? ['the PLUS token'] : []),
    ...(isLost(facts.setting('backup').RecoveryKey) ? ['the recovery key of archives'] : []),
  ]
}
