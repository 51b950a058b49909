import { Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems, UploadBody } from '@engawa/service-kit';
import { readUpload } from '@engawa/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttachmentFileService } from './attachment-file.service';
import { AttachmentPathDto, FilePathDto, UploadAttachmentQueryDto } from './attachment.dto';
import { FileMissing, FileTooLarge } from './attachment.errors';
import { AttachmentService } from './attachment.service';

const missing = () => new FileMissing();
const uploadErrors = { missing, empty: missing, tooLarge: () => new FileTooLarge() };

@Controller('attachments')
export class AttachmentController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly files: AttachmentFileService,
  ) {}

  @Post()
  @Can('post.write')
  @Operation('uploadAttachment', {
    summary: 'Upload an attachment',
    description:
      'Takes one part named `file` of at most 4 MB. The type is detected from the content. Name the returned id in `attachmentIds` of a post, comment or draft.',
  })
  @UploadBody({ type: 'string', format: 'binary' })
  @Answer(201, contracts.attachment)
  @Problems(
    'timeline.attachment.missing',
    'timeline.attachment.too-large',
    'timeline.attachment.disguised',
    'timeline.attachment.unreadable',
  )
  @Idempotent()
  async upload(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Query() query: UploadAttachmentQueryDto,
    @Req() request: FastifyRequest,
  ) {
    const file = await readUpload(request, contracts.FILE_MAX_BYTES, uploadErrors);
    return this.attachments.upload(staff, file, query.draftId ?? null);
  }

  @Delete(':attachmentId')
  @Can('post.write')
  @Operation('deleteAttachment', {
    summary: 'Delete an unused attachment',
    description:
      'Deletes a file that the caller uploaded and that no post, comment or draft names.',
  })
  @Answer(204, null)
  @Problems('timeline.attachment.not-found', 'timeline.attachment.in-use')
  remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: AttachmentPathDto,
  ): Promise<void> {
    return this.attachments.remove(staff, path.attachmentId);
  }

  @Get(':attachmentId/:form')
  @Can('post.read')
  @Operation('readAttachment', {
    summary: 'Read an attachment',
    description:
      'Returns the file itself or its thumbnail. The session cookie of the web app opens it as well, so that images and links work in a browser.',
  })
  @Answer(200, null, { mediaType: 'application/octet-stream' })
  @Problems('timeline.attachment.not-found')
  read(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() { attachmentId, form }: FilePathDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.files.answer(staff, attachmentId, form, request, reply);
  }
}
