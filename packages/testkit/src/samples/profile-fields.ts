// A successful call for each endpoint of profile-fields.
import type { profileFieldsContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

/** Creates a field; removes fields of earlier samples to make room. */
async function newField({ cast: { ada }, unique }: Stage): Promise<number> {
  const { custom_fields } = await ada.getProfileFields();
  const [oldest] = custom_fields;
  if (custom_fields.length > 5) await ada.deleteProfileField({ field_id: oldest!.id });
  return (await ada.createProfileField({ name: `sample ${unique()}`, field_type: 1 })).id;
}

export const profileFieldsSamples: Samples<typeof profileFieldsContract> = {
  getProfileFields: () => ({}),
  createProfileField: async (stage) => {
    // The number of fields is limited.
    await stage.cast.ada.deleteProfileField({ field_id: await newField(stage) });
    return { name: `sample ${stage.unique()}`, field_type: 1 };
  },
  reorderProfileFields: async ({ cast }) => {
    const { custom_fields } = await cast.ada.getProfileFields();
    return { order: custom_fields.map(({ id }) => id).reverse() };
  },
  updateProfileField: async (stage) => ({ field_id: await newField(stage), hint: `hint ${stage.unique()}` }),
  deleteProfileField: async (stage) => ({ field_id: await newField(stage) }),
  updateProfileData: async (stage) => ({ data: [{ id: await newField(stage), value: 'sample' }] }),
  removeProfileData: async (stage) => ({ data: [await newField(stage)] }),
};
