import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'

/** JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: JsonObject = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = isObject(value) ? mergePatch(objectOr(result[key]), value) : value
  }
  return result
}

function objectOr(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
