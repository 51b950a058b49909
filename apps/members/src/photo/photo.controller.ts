import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  id,
  member,
  MEMBER_PHOTO_MAX_BYTES,
  MEMBER_PHOTO_MAX_FILES,
  spaceId,
  uploadMemberPhotosAnswer,
  type UploadMemberPhotosAnswer,
} from '@engawa/contracts';
import {
  Answer,
  createDto,
  Idempotent,
  IdPathDto,
  Operation,
  Problems,
  UploadBody,
} from '@engawa/service-kit';
import { readUpload, readUploads } from '@engawa/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PhotoNotAPicture, PhotoTooLarge } from './photo.errors';
import { photoName, PhotoService } from './photo.service';

export class PhotoPathDto extends createDto(
  z.strictObject({ space: spaceId, memberId: id, name: z.string().regex(photoName) }),
) {}

const uploadErrors = { missing: () => new PhotoNotAPicture(), tooLarge: () => new PhotoTooLarge() };
const picture = { type: 'string', contentMediaType: 'image/*' };

@Controller()
export class PhotoController {
  constructor(private readonly photos: PhotoService) {}

  @Post('members/:id/photo')
  @Can('member.write')
  @Idempotent()
  @Operation('uploadMemberPhoto', {
    summary: 'Upload a member photo',
    description:
      'Takes a PNG or JPEG image as the part `file` and replaces the photo of the member.',
  })
  @UploadBody(picture)
  @Answer(200, member)
  @Problems(
    'members.member.not-found',
    'members.member.deleted',
    'members.photo.not-a-picture',
    'members.photo.too-large',
    'members.photo.unreadable',
  )
  async set(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @Req() request: FastifyRequest,
  ) {
    const { content } = await readUpload(request, MEMBER_PHOTO_MAX_BYTES, uploadErrors);
    return this.photos.set(staff, id, content);
  }

  @Delete('members/:id/photo')
  @Can('member.write')
  @Operation('deleteMemberPhoto', {
    summary: 'Delete a member photo',
    description: 'Removes the photo of a member and its thumbnail.',
  })
  @Answer(200, member)
  @Problems('members.member.not-found', 'members.member.deleted')
  remove(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.photos.remove(staff, id);
  }

  @Post('members/photos')
  @Can('member.import')
  @Idempotent()
  @Operation('uploadMemberPhotos', {
    summary: 'Upload photos of many members',
    description:
      'Takes any number of PNG or JPEG files and matches each with the member whose CSV row named its file name.',
  })
  @UploadBody({ type: 'array', items: picture })
  @Answer(200, uploadMemberPhotosAnswer)
  async setMany(@CurrentStaff() staff: CurrentStaff, @Req() request: FastifyRequest) {
    const items: UploadMemberPhotosAnswer['items'] = [];
    const limits = { maxBytes: MEMBER_PHOTO_MAX_BYTES, maxFiles: MEMBER_PHOTO_MAX_FILES };
    for await (const file of readUploads(request, limits)) {
      items.push(await this.photos.match(staff, file));
    }
    return { items };
  }

  @Get('member-photos/:space/:memberId/:name')
  @Can('member.read')
  @Operation('readMemberPhoto', {
    summary: 'Read a member photo',
    description:
      'Returns the photo or thumbnail whose address a member has as `photoUrl` or `thumbPhotoUrl`. The session cookie of the web app opens it as well.',
  })
  @Answer(200, null, { mediaType: 'image/*' })
  @Problems('members.photo.not-found')
  read(
    @CurrentStaff() staff: CurrentStaff,
    @Param() path: PhotoPathDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.photos.answer(staff, path, request, reply);
  }
}
