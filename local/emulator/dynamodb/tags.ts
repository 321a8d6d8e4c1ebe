interface Tag {
  readonly Key: string
  readonly Value: string
}

interface Tagging {
  readonly ResourceArn?: string
  readonly Tags?: readonly Tag[]
}

/** Actions about tags of tables, which DynamoDB Local does not have. */
export const tagActions = () => {
  const tagsOf = new Map<string, ReadonlyMap<string, string>>()
  return new Map<string, (body: Tagging) => Promise<object>>([
    [
      'TagResource',
      async ({ ResourceArn = '', Tags = [] }) => {
        const added = Tags.map(({ Key, Value }) => [Key, Value] as const)
        tagsOf.set(ResourceArn, new Map([...(tagsOf.get(ResourceArn) ?? []), ...added]))
        return {}
      },
    ],
    [
      'ListTagsOfResource',
      async ({ ResourceArn = '' }) => ({
        Tags: [...(tagsOf.get(ResourceArn) ?? [])].map(([Key, Value]) => ({ Key, Value })),
      }),
    ],
  ])
}
