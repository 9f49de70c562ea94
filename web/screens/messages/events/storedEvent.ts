/** A stored event. Topic and time are its key in the event store; `Devices` are those whose addresses it contains. */
export interface ListedEvent {
  readonly Topic: string
  /** RFC 3339 with nanoseconds. */
  readonly Time: string
  readonly Event: unknown
  readonly Devices: readonly string[]
}

/** The key of an event in a list. */
export const keyOfEvent = ({ Topic, Time }: Pick<ListedEvent, 'Topic' | 'Time'>): string => `${Time} ${Topic}`
