/** The part of JSON Schema that our own schemas use; a keyword that it does not know is a fault of the schema. */
export interface Schema {
  readonly [keyword: string]: unknown
}

const IGNORED = ['$schema', '$id', 'title', 'description']

/** Where a value breaks a schema, as lines; none when it does not. */
export function faults(value: unknown, schema: Schema, where = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    switch (keyword) {
      case 'type':
        return [rule].flat().some((type) => isOf(value, type as string)) ? [] : [`${where} is no ${[rule].flat()}`]
      case 'const':
        return value === rule ? [] : [`${where} is not ${rule}`]
      case 'enum':
        return (rule as unknown[]).includes(value) ? [] : [`${where} is none of ${rule}`]
      case 'minimum':
        return typeof value !== 'number' || value >= (rule as number) ? [] : [`${where} is below ${rule}`]
      case 'maximum':
        return typeof value !== 'number' || value <= (rule as number) ? [] : [`${where} is above ${rule}`]
      case 'items':
        return Array.isArray(value) ? value.flatMap((item, i) => faults(item, rule as Schema, `${where}[${i}]`)) : []
      case 'anyOf':
        return (rule as Schema[]).some((each) => faults(value, each).length === 0) ? [] : [`${where} fits nothing`]
      case 'required':
        return (rule as string[])
          .filter((name) => !(name in Object(value)))
          .map((name) => `${where}.${name} is missing`)
      case 'properties':
        return Object.entries(rule as Record<string, Schema>).flatMap(([name, each]) =>
          name in Object(value) ? faults((value as Schema)[name], each, `${where}.${name}`) : [],
        )
      case 'additionalProperties': {
        const known = Object.keys((schema.properties ?? {}) as object)
        return Object.keys(Object(value)).flatMap((name) =>
          known.includes(name) ? [] : [`${where}.${name} is unknown`],
        )
      }
      default:
        return IGNORED.includes(keyword) ? [] : [`${where}: the schema says "${keyword}"`]
    }
  })
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
