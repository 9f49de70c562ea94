import { savedSetting, savedTable } from '../saved.ts'
import { AlertRule, AlertSettings, defaultAlerts, keyOfRule } from './alerts/alert.ts'
import { Automation } from './automations/automation.ts'
import { defaultEvents, EventSettings } from './events/settings.ts'
import {
  defaultMqtt,
  defaultNats,
  defaultSyslog,
  MqttSettings,
  NatsSettings,
  SyslogSettings,
} from './integrations/settings.ts'
import { defaultNotify, NotifySettings, Target, Vapid } from './notify/target.ts'

export const messageTables = {
  alerts: savedTable({
    schema: AlertRule,
    keyOf: keyOfRule,
    audit: {
      noun: 'alert rule',
      shows: ['Name', 'TopicPrefix', 'Conditions', 'Actions'],
      unlogged: ['Order', 'Ready'],
    },
    undo: 'alone',
  }),
  automations: savedTable({
    schema: Automation,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'automation',
      // Not the script: viewers read this log, and a script may contain anything.
      shows: ['Name', 'Scopes', 'Wants', 'OffReason'],
      hasPlainKey: true,
      // Compiled from `Source`, which is compared.
      unlogged: ['Script'],
    },
    undo: 'alone',
  }),
  notifyTargets: savedTable({
    schema: Target,
    keyOf: ({ Id }) => Id,
    audit: {
      noun: 'alert target',
      shows: [
        'Name',
        'MinimumType',
        'Topics',
        'Way.Kind',
        'Way.Settings.Host',
        'Way.Settings.Server',
        'Way.Settings.To',
      ],
    },
    undo: 'alone',
  }),
}

export const messageSettings = {
  events: savedSetting({
    schema: EventSettings,
    defaults: defaultEvents,
    audit: { noun: 'event store', shows: ['SaveEvents', 'TopicLimits'] },
  }),
  alerts: savedSetting({
    schema: AlertSettings,
    defaults: defaultAlerts,
    audit: { noun: 'muted alerts', shows: ['Mutes'] },
    undo: 'alone',
  }),
  notify: savedSetting({
    schema: NotifySettings,
    defaults: defaultNotify,
    audit: { noun: 'contact for push services', shows: ['Contact'] },
  }),
  vapid: savedSetting({ schema: Vapid, defaults: () => null, audit: 'internal' }),
  mqtt: savedSetting({
    schema: MqttSettings,
    defaults: defaultMqtt,
    audit: { noun: 'MQTT', shows: ['Host', 'Authority', 'Username', 'BaseTopic', 'DiscoveryPrefix'] },
  }),
  nats: savedSetting({
    schema: NatsSettings,
    defaults: defaultNats,
    audit: { noun: 'NATS', shows: ['Host', 'Authority', 'Username', 'SubjectPrefix', 'Topics'] },
  }),
  syslog: savedSetting({
    schema: SyslogSettings,
    defaults: defaultSyslog,
    audit: { noun: 'syslog', shows: ['Host', 'Authority', 'Topics'] },
  }),
}
